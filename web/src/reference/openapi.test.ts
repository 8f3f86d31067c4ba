import { describe, expect, test } from "vitest";
import { byTag, filled, typeText } from "./openapi";

describe("a description of the API", () => {
  test("endpoints by tag, those without last", () => {
    const operation = { responses: {} };
    const groups = byTag({
      openapi: "3.1.0", info: { title: "", version: "" },
      paths: { "/healthz": { get: operation }, "/v1/a": { get: { tags: ["answers"] }, post: { tags: ["text"] } }, "/v1/b": { get: { tags: ["answers"] } } },
    });
    expect(groups.map(([tag, endpoints]) => [tag, endpoints.map(({ method, path }) => `${method} ${path}`)])).toEqual([
      ["answers", ["get /v1/a", "get /v1/b"]],
      ["text", ["post /v1/a"]],
      ["", ["get /healthz"]],
    ]);
  });

  test.each([
    [{ type: "string" }, "string"],
    [{ type: "array", items: { $ref: "#/components/schemas/Move" } }, "Move[]"],
    [{ enum: ["light", "dark"] }, '"light" | "dark"'],
    [{ anyOf: [{ type: "integer" }, { type: "null" }] }, "integer | null"],
    [undefined, ""],
  ])("%j", (schema, text) => expect(typeText(schema)).toBe(text));

  test("parameters go into the path and the query", () => {
    const parameters = [{ name: "game", in: "path" }, { name: "position", in: "query" }, { name: "plies", in: "query" }];
    expect(filled("/v1/{game}/line", parameters, new Map([["game", "hex"], ["position", "3x3:w/b"], ["plies", ""]]))).toBe("/v1/hex/line?position=3x3%3Aw%2Fb");
  });
});
