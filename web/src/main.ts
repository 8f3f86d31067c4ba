document.body.append("Foregone");
