// Calls every tool of cw-mcp with the official TypeScript client; it checks each answer against the schema that the server gave.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const [, , server, tree] = process.argv;
const calls = {
  "index-folder": { path: tree },
  "codebase-retrieval": { repo_path: tree, information_request: "where is a request retried" },
  "get-symbol-definition": { repo_path: tree, symbol: "retry_request" },
  "find-references": { repo_path: tree, symbol: "retry_request" },
  "find-related": { repo_path: tree, path: "retry.py" },
  "list-symbols": { repo_path: tree },
  "list-files": { repo_path: tree },
  stats: { repo_path: tree },
  "prepare-prompt-context": { repo_path: tree, prompt: "make `retry_request` wait" },
  "list-indexes": {},
  "forget-index": { path: tree },
};
const transport = new StdioClientTransport({ command: server, env: { HOME: process.env.HOME } });
const client = new Client({ name: "check", version: "1" });
await client.connect(transport);
const tools = (await client.listTools()).tools.map((tool) => tool.name).sort();
const wanted = Object.keys(calls).sort();
if (tools.join() !== wanted.join()) throw new Error(`tools: ${tools}`);
for (const [name, args] of Object.entries(calls)) {
  const result = await client.callTool({ name, arguments: args });
  if (result.isError || result.structuredContent.status !== "ok") throw new Error(`${name}: ${JSON.stringify(result)}`);
}
console.log(`TypeScript client: ${tools.length} tools answer`);
await client.close();
