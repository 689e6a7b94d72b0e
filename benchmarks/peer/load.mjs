// Tables of two clients of boardgame.io, moves as fast as the other side sees them: node load.mjs URL TABLES SECONDS
import { createRequire } from "node:module";
import { Toy } from "./game.mjs";

const require = createRequire(`${process.cwd()}/package.json`);
const { Client } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const [url, tables, seconds] = process.argv.slice(2);
const arrivals = [];
const clients = [];
let over = false;

async function ask(path, body) {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
  return answer.json();
}

async function sit() {
  const { matchID } = await ask("/games/toy/create", { numPlayers: 2 });
  const made = { at: 0, moves: -1 };
  for (const playerID of ["0", "1"]) {
    const { playerCredentials } = await ask(`/games/toy/${matchID}/join`, { playerID, playerName: playerID });
    const multiplayer = SocketIO({ server: url, socketOpts: { transports: ["websocket"] } });
    const client = Client({ game: Toy, matchID, playerID, credentials: playerCredentials, multiplayer, debug: false });
    client.subscribe((state) => state && take(client, playerID, state, made));
    client.start();
    clients.push(client);
  }
}

// The mover's own client shows a move before the server has it; what counts is when the other sees it.
function take(client, playerID, state, made) {
  const turn = state.ctx.currentPlayer === playerID && state.G.moves % 2 === Number(playerID);
  if (over || !turn || state.G.moves <= made.moves) return;
  if (made.at) arrivals.push(performance.now() - made.at);
  made.moves = state.G.moves;
  setImmediate(() => {
    made.at = performance.now();
    client.moves.play(state.G.moves);
  });
}

await Promise.all(Array.from({ length: Number(tables) }, sit));
const before = arrivals.length;
await new Promise((done) => setTimeout(done, Number(seconds) * 1000));
over = true;
const taken = arrivals.slice(before).sort((a, b) => a - b);
const at = (share) => taken[Math.floor(share * (taken.length - 1))] ?? 0;
console.log(JSON.stringify({ rate: taken.length / Number(seconds), median: at(0.5), slow: at(0.95) }));
clients.forEach((client) => client.stop());
process.exit(0);
