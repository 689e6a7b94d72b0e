// boardgame.io's server on flat files, or in memory: node server.mjs PORT [FOLDER]
import { createRequire } from "node:module";
import { Toy } from "./game.mjs";

const require = createRequire(`${process.cwd()}/package.json`); // the package lies where this is started
const { Server, FlatFile, Origins } = require("boardgame.io/server");
const [port, folder] = process.argv.slice(2);
const storage = folder ? { db: new FlatFile({ dir: folder }) } : {};
const server = Server({ games: [Toy], origins: [Origins.LOCALHOST], ...storage });
await server.run({ port: Number(port) });
console.log("ready");
