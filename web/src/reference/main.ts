document.body.append("API");
