/** The API's reference: what `/openapi.json` says, to read and to try. */

import { fill, h, type Child } from "../dom";
import { applyTheme, followSystem, load } from "../settings";
import { byTag, type Body, type Description, type Endpoint, filled, type Parameter, refName, type Schema, typeText } from "./openapi";
import "../styles/tokens.css";
import "../styles/base.css";
import "./reference.css";

applyTheme(load().theme ?? "auto");
followSystem();

/** Text with `code` in it, paragraph by paragraph. */
function prose(text: string | undefined): HTMLElement[] {
  return (text ?? "").split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== "").map((paragraph) =>
    h("p", {}, ...paragraph.split("`").map((part, at) => (at % 2 === 1 ? h("code", {}, part) : part))));
}

/** A schema's name, leading to where it is described. */
function typeLink(schema: Schema | undefined): Child {
  const text = typeText(schema);
  const ref = schema?.$ref ?? schema?.items?.$ref;
  return ref ? h("a", { href: `#${refName(ref)}` }, h("code", {}, text)) : h("code", {}, text);
}

type Field = HTMLInputElement | HTMLSelectElement;

/** What a parameter is typed or chosen in. */
function field({ name, schema, example, required }: Parameter): Field {
  const words = schema?.type === "boolean" ? ["true", "false"] : schema?.enum?.map(String);
  const value = String(example ?? schema?.default ?? "");
  if (!words) return h("input", { type: "text", value, "aria-label": name, spellcheck: "false", autocomplete: "off" });
  return h("select", { "aria-label": name }, ...(required ? words : ["", ...words]).map((word) => h("option", { value: word, selected: word === value }, word)));
}

function parameterTable(parameters: readonly Parameter[], fields: Map<string, Field>): HTMLElement {
  return h("table", {}, h("thead", {}, h("tr", {}, h("th", {}, "parameter"), h("th", {}, "value"), h("th", {}, "meaning"))),
    h("tbody", {}, ...parameters.map((parameter) => {
      const one = field(parameter);
      fields.set(parameter.name, one);
      return h("tr", {}, h("th", { scope: "row" }, h("code", {}, parameter.name), parameter.required ? h("small", {}, " needed") : null),
        h("td", {}, one), h("td", {}, typeLink(parameter.schema), ...prose(parameter.description ?? parameter.schema?.description)));
    })));
}

function bodies(responses: Record<string, Body>): HTMLElement {
  return h("dl", { class: "responses" }, ...Object.entries(responses).flatMap(([status, { description, content }]) => [
    h("dt", {}, h("code", {}, status)),
    h("dd", {}, description ?? "", ...Object.entries(content ?? {}).flatMap(([type, { schema }]) => [" ", h("small", {}, type), " ", typeLink(schema)])),
  ]));
}

function trying({ method, path, operation }: Endpoint, fields: ReadonlyMap<string, Field>): HTMLElement {
  const output = h("div", { class: "output", "aria-live": "polite" });
  const body = operation.requestBody ? h("textarea", { rows: 3, "aria-label": "Body", spellcheck: "false" }) : null;
  let asking = new AbortController();
  const run = async (): Promise<void> => {
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    const values = new Map([...fields].map(([name, one]) => [name, one.value]));
    const address = filled(path, operation.parameters ?? [], values);
    fill(output, h("code", {}, `${method.toUpperCase()} ${address}`));
    try {
      const response = await fetch(address, { method: method.toUpperCase(), signal, ...(body ? { body: body.value } : {}) });
      await show(response, output);
    } catch (error) {
      if (!signal.aborted) output.append(h("p", { role: "alert" }, String(error)));
    }
  };
  return h("div", { class: "trying" }, body, h("button", { type: "button", class: "button main", onclick: () => void run() }, "Try it"), output);
}

/** Shows a response: pictures as such, JSON indented, all else as it comes in. */
async function show(response: Response, output: HTMLElement): Promise<void> {
  const kind = response.headers.get("content-type") ?? "";
  output.append(h("p", { class: "soft" }, `${response.status} ${kind}`));
  if (kind.startsWith("image/")) {
    const picture = h("img", { alt: "The picture of the answer" });
    // The page may show pictures of this server alone, by address.
    picture.src = response.url;
    output.append(picture);
    return;
  }
  const text = h("pre", { tabindex: 0, "aria-label": "Answer" });
  output.append(text);
  if (kind.startsWith("application/json")) {
    text.textContent = pretty((await response.text()).slice(0, MOST));
    return;
  }
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  while (reader && (text.textContent?.length ?? 0) < MOST) {
    const { done, value } = await reader.read();
    if (done) return;
    text.append(value);
  }
  await reader?.cancel();
}

/** So much of an answer is shown. */
const MOST = 100_000;

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // Not JSON: as it came.
    return text;
  }
}

function endpoint(one: Endpoint): HTMLElement {
  const { method, path, operation } = one;
  const fields = new Map<string, Field>();
  const parameters = operation.parameters ?? [];
  return h("details", { class: "endpoint" },
    h("summary", {}, h("span", { class: `method ${method}` }, method.toUpperCase()), h("code", { class: "path" }, path), h("span", { class: "soft" }, operation.summary ?? "")),
    h("div", { class: "endpoint-body" }, ...prose(operation.description), parameters.length > 0 ? parameterTable(parameters, fields) : null, bodies(operation.responses ?? {}), trying(one, fields)));
}

function schemaBox(name: string, schema: Schema): HTMLElement {
  return h("details", { class: "endpoint", id: name }, h("summary", {}, h("code", { class: "path" }, name)),
    h("div", { class: "endpoint-body" }, ...prose(schema.description), h("pre", {}, JSON.stringify(schema, null, 2))));
}

function showAll(description: Description): void {
  const { info, components } = description;
  const schemas = Object.entries(components?.schemas ?? {});
  fill(document.body,
    h("header", { class: "reference-top" }, h("a", { href: "/" }, "Foregone"), h("h1", {}, "HTTP API"), h("span", { class: "soft" }, `version ${info.version}`), h("a", { class: "end", href: "/openapi.json" }, "openapi.json")),
    h("main", { class: "reference" }, ...prose(info.description),
      ...byTag(description).map(([tag, endpoints]) => h("section", {}, h("h2", {}, tag || "What can be asked"), ...endpoints.map(endpoint))),
      schemas.length > 0 ? h("section", {}, h("h2", {}, "What is answered"), ...schemas.map(([name, schema]) => schemaBox(name, schema))) : null));
  // A link to a schema opens it; one from elsewhere was followed before there was anything to go to.
  const follow = (): void => {
    const target = document.getElementById(location.hash.slice(1));
    if (!(target instanceof HTMLDetailsElement)) return;
    target.open = true;
    target.scrollIntoView();
  };
  window.addEventListener("hashchange", follow);
  follow();
}

try {
  const response = await fetch("/openapi.json");
  showAll((await response.json()) as Description);
} catch {
  fill(document.body, h("p", { role: "alert" }, "The server does not say what it can do: /openapi.json is not there."));
}
