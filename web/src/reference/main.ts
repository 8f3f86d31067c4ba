/** The API's reference: what `/openapi.json` says, to read and to try. */

import { fill, h, say, type Child } from "../dom";
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

function parameterTable(parameters: readonly Parameter[], fields: Map<string, HTMLInputElement>): HTMLElement {
  return h("table", {}, h("thead", {}, h("tr", {}, h("th", {}, "parameter"), h("th", {}, "value"), h("th", {}, "meaning"))),
    h("tbody", {}, ...parameters.map((parameter) => {
      const example = parameter.example ?? parameter.schema?.default ?? (parameter.schema?.enum?.[0] && parameter.required ? parameter.schema.enum[0] : "");
      const field = h("input", { type: "text", value: String(example ?? ""), "aria-label": parameter.name, spellcheck: "false" });
      fields.set(parameter.name, field);
      return h("tr", {}, h("th", { scope: "row" }, h("code", {}, parameter.name), parameter.required ? h("small", {}, " needed") : null),
        h("td", {}, field), h("td", {}, typeLink(parameter.schema), ...prose(parameter.description ?? parameter.schema?.description)));
    })));
}

function bodies(responses: Record<string, Body>): HTMLElement {
  return h("dl", { class: "responses" }, ...Object.entries(responses).flatMap(([status, { description, content }]) => [
    h("dt", {}, h("code", {}, status)),
    h("dd", {}, description ?? "", ...Object.entries(content ?? {}).flatMap(([type, { schema }]) => [" ", h("small", {}, type), " ", typeLink(schema)])),
  ]));
}

function trying({ method, path, operation }: Endpoint, fields: ReadonlyMap<string, HTMLInputElement>): HTMLElement {
  const output = h("pre", { class: "output", hidden: true, tabindex: 0, "aria-label": "Answer" });
  const body = operation.requestBody ? h("textarea", { rows: 3, "aria-label": "Body", spellcheck: "false" }) : null;
  const run = async (): Promise<void> => {
    output.hidden = false;
    say(output, "\u2026");
    const values = new Map([...fields].map(([name, field]) => [name, field.value]));
    const address = filled(path, operation.parameters ?? [], values);
    try {
      const response = await fetch(address, body ? { method: "POST", body: body.value } : {});
      const text = (await response.text()).slice(0, 20_000);
      say(output, `${method.toUpperCase()} ${address}\n${response.status} ${response.headers.get("content-type") ?? ""}\n\n${pretty(text)}`);
    } catch {
      say(output, "The server does not answer.");
    }
  };
  const tried = method === "get" || method === "post";
  return h("div", { class: "trying" }, body, tried ? h("button", { type: "button", class: "button main", onclick: () => void run() }, "Try it") : null, output);
}

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
  const fields = new Map<string, HTMLInputElement>();
  const parameters = operation.parameters ?? [];
  return h("details", { class: "endpoint" },
    h("summary", {}, h("span", { class: `method ${method}` }, method.toUpperCase()), h("code", { class: "path" }, path), h("span", { class: "soft" }, operation.summary ?? "")),
    h("div", { class: "endpoint-body" }, ...prose(operation.description), parameters.length > 0 ? parameterTable(parameters, fields) : null, bodies(operation.responses ?? {}), trying(one, fields)));
}

function schemaBox(name: string, schema: Schema): HTMLElement {
  return h("details", { class: "endpoint", id: name }, h("summary", {}, h("code", { class: "path" }, name)),
    h("div", { class: "endpoint-body" }, ...prose(schema.description), h("pre", {}, JSON.stringify(schema, null, 2))));
}

function show(description: Description): void {
  const { info, components } = description;
  const schemas = Object.entries(components?.schemas ?? {});
  fill(document.body,
    h("header", { class: "reference-top" }, h("a", { href: "/" }, "Foregone"), h("h1", {}, "HTTP API"), h("span", { class: "soft" }, `version ${info.version}`), h("a", { class: "end", href: "/openapi.json" }, "openapi.json")),
    h("main", { class: "reference" }, ...prose(info.description),
      ...byTag(description).map(([tag, endpoints]) => h("section", {}, h("h2", {}, tag === "" ? "More" : tag), ...endpoints.map(endpoint))),
      schemas.length > 0 ? h("section", {}, h("h2", {}, "What is answered"), ...schemas.map(([name, schema]) => schemaBox(name, schema))) : null));
  // A link to a schema opens it.
  window.addEventListener("hashchange", () => {
    const target = document.getElementById(location.hash.slice(1));
    if (target instanceof HTMLDetailsElement) target.open = true;
  });
}

try {
  const response = await fetch("/openapi.json");
  show((await response.json()) as Description);
} catch {
  fill(document.body, h("p", { role: "alert" }, "The server does not say what it can do: /openapi.json is not there."));
}
