// The slider of a replay: every board is in the page already.
const { pieces, plies, told } = JSON.parse(document.getElementById("boards").textContent);
const [board, slider, at] = ["board", "ply", "at"].map((id) => document.getElementById(id));
const BEAT = 900; // milliseconds between two moves that are played by themselves
let playing = 0;

function go(ply) {
  slider.value = ply;
  board.style.minHeight = board.offsetHeight + "px"; // a notebook does not jump with every move
  board.innerHTML = plies[slider.value].map((number) => pieces[number]).join("");
  document.getElementById("told").textContent = told[slider.value];
  at.textContent = at.dataset.text.replace("{}", slider.value);
}

function set(on) {
  clearInterval(playing);
  playing = on ? setInterval(beat, BEAT) : 0;
  document.getElementById("play").textContent = on ? "❚❚" : "▶";
}

function beat() {
  if (slider.value === slider.max) set(false);
  else go(slider.valueAsNumber + 1);
}

slider.addEventListener("input", () => { set(false); go(slider.value); });
document.getElementById("back").addEventListener("click", () => { set(false); go(slider.valueAsNumber - 1); });
document.getElementById("forward").addEventListener("click", () => { set(false); go(slider.valueAsNumber + 1); });
document.getElementById("play").addEventListener("click", () => {
  if (slider.value === slider.max) go(0);
  set(!playing);
});
