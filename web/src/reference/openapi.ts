/** As much of an OpenAPI description as the reference shows. */

export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  default?: unknown;
  description?: string;
  format?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
  const?: unknown;
}

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
  example?: unknown;
}

export interface Body {
  description?: string;
  content?: Record<string, { schema?: Schema; example?: unknown }>;
}

export interface Operation {
  tags?: string[];
  summary?: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: Body;
  responses?: Record<string, Body>;
}

export interface Description {
  openapi: string;
  info: { title: string; version: string; description?: string };
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema>; parameters?: Record<string, Parameter>; responses?: Record<string, Body> };
}

/** One way of asking: a method on a path. */
export interface Endpoint {
  method: string;
  path: string;
  operation: Operation;
}

const METHODS = ["get", "post", "put", "delete", "head"];

/** All endpoints by tag, in the order of the description; those without a tag come last. */
export function byTag(description: Description): [string, Endpoint[]][] {
  const groups = new Map<string, Endpoint[]>();
  for (const [path, methods] of Object.entries(description.paths)) {
    for (const method of METHODS) {
      const operation = methods[method];
      if (!operation) continue;
      const tag = operation.tags?.[0] ?? "";
      groups.set(tag, [...(groups.get(tag) ?? []), { method, path, operation }]);
    }
  }
  return [...groups].sort(([one], [other]) => Number(one === "") - Number(other === ""));
}

/** The last part of a reference: the name of a schema. */
export function refName(ref: string): string {
  return ref.split("/").at(-1) ?? ref;
}

/** A schema in a few words. */
export function typeText(schema: Schema | undefined): string {
  if (!schema) return "";
  if (schema.$ref) return refName(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const several = schema.oneOf ?? schema.anyOf ?? schema.allOf;
  if (several) return [...new Set(several.map(typeText))].filter((text) => text !== "").join(" | ");
  const type = Array.isArray(schema.type) ? schema.type.join(" | ") : (schema.type ?? "any");
  return type === "array" ? `${typeText(schema.items) || "any"}[]` : type;
}

/** A path with its parameters in place, and the rest of them as a query. */
export function filled(path: string, parameters: readonly Parameter[], values: ReadonlyMap<string, string>): string {
  const query = new URLSearchParams();
  let address = path;
  for (const { name, in: place } of parameters) {
    const value = values.get(name) ?? "";
    if (place === "path") address = address.replace(`{${name}}`, encodeURIComponent(value));
    else if (place === "query" && value !== "") query.set(name, value);
  }
  const text = query.toString();
  return text === "" ? address : `${address}?${text}`;
}
