// A toy for two who take turns: what is measured is the server, not a game.
export const Toy = {
  name: "toy",
  setup: () => ({ last: 0, moves: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play: ({ G }, number) => {
      G.last = number;
      G.moves += 1;
    },
  },
};
