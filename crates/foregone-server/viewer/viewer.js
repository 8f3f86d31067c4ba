// A form for each address of the description, and what it answers.

/** An element with attributes, properties and children. */
function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** A field for a parameter. */
function field({ name, description, required, schema }) {
  const words = schema.type === 'boolean' ? ['true', 'false'] : schema.enum;
  const control = words
    ? element('select', {}, ...(required ? [] : ['']).concat(words).map((word) => element('option', { value: word }, word)))
    : element('input', { autocomplete: 'off', spellcheck: false });
  control.name = name;
  control.required = required;
  const note = required ? `${description} (required)` : description;
  return element('label', {}, name, control, element('small', {}, note));
}

/** The address that a form asks. */
function address(path, operation, form) {
  const query = new URLSearchParams();
  let filled = path;
  for (const { name, in: place } of operation.parameters) {
    const { value } = form.elements.namedItem(name);
    if (place === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(value));
    else if (value !== '') query.set(name, value);
  }
  return query.size > 0 ? `${filled}?${query}` : filled;
}

/** Shows a response as it comes in. */
async function show(response, output) {
  const kind = response.headers.get('content-type') ?? '';
  const status = element('p', {}, `${response.status} ${kind}`);
  if (kind.startsWith('image/')) {
    const source = URL.createObjectURL(await response.blob());
    output.replaceChildren(status, element('img', { src: source, alt: 'The picture of the answer' }));
    return;
  }
  const text = element('pre', { tabIndex: 0 });
  output.replaceChildren(status, text);
  if (kind.startsWith('application/json')) {
    text.textContent = JSON.stringify(await response.json(), null, 2);
    return;
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) text.append(part.value);
}

/** A form for one thing that can be asked. */
function route(path, method, operation) {
  const output = element('div', { ariaLive: 'polite' });
  const body = operation.requestBody
    ? [element('label', {}, 'body', element('textarea', { name: 'body', spellcheck: false }))]
    : [];
  const form = element('form', {}, ...operation.parameters.map(field), ...body, element('button', {}, 'Ask'), output);
  let asking = new AbortController();
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    const asked = address(path, operation, form);
    output.replaceChildren(element('p', {}, asked));
    const request = { method: method.toUpperCase(), signal };
    if (operation.requestBody) request.body = form.elements.namedItem('body').value;
    try {
      await show(await fetch(asked, request), output);
    } catch (error) {
      if (!signal.aborted) output.append(element('p', {}, String(error)));
    }
  });
  const title = element('code', {}, `${method.toUpperCase()} ${path}`);
  return element('details', {}, element('summary', {}, title, element('span', {}, operation.summary)), form);
}

const routes = document.getElementById('routes');
try {
  const description = await (await fetch('/openapi.json')).json();
  const all = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => route(path, method, operation)),
  );
  routes.replaceChildren(...all);
} catch (error) {
  routes.replaceChildren(element('p', {}, `The description cannot be read: ${error}`));
}
