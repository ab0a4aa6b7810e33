/** Where things are in the page, for the one who fills it in. */
export const fields = {
  name: "#name",
  telephone: "#telephone",
  guests: "#guests",
  wishes: "#wishes",
  book: "#book",
} as const;

/** What the page says when its form was sent. */
export const answerSelector = "#answer";

export const guestRange = { min: 1, max: 12 } as const;

/** Pixels: the form sets the size of its slider's knob, so that it can be dragged to an exact value. */
export const knobWidth = 20;

export const title = "Book a table";

/** The body of a page with an ordinary form: fields, a slider and a button. */
export const bookingForm = `<style>
  body { font: 16px/1.4 "Nimbus Sans", Helvetica, Arial, sans-serif; color: #1f2933; background: #f7f8fa }
  header { background: #7c2d3b; color: #fff; padding: 16px 24px; font-size: 22px; font-weight: bold }
  form { padding: 18px 24px; display: grid; grid-template-columns: 1fr 1fr; gap: 16px 20px }
  label { font-weight: bold; font-size: 14px; color: #52606d }
  input[type=text] { box-sizing: border-box; width: 100%; height: 40px; margin-top: 6px; padding: 0 12px; font: inherit; font-size: 16px; font-weight: normal; border: 1px solid #9aa5b1; border-radius: 6px }
  input[type=text]:focus { outline: 3px solid #f0b429; border-color: #f0b429 }
  input[type=range] { appearance: none; width: 100%; height: 6px; margin: 16px 0 6px; background: #cbd2d9; border-radius: 3px }
  input[type=range]::-webkit-slider-thumb { appearance: none; width: ${knobWidth}px; height: ${knobWidth}px; border-radius: 50%; background: #7c2d3b }
  button { justify-self: start; width: 150px; height: 46px; font: inherit; font-weight: bold; color: #fff; background: #7c2d3b; border: 0; border-radius: 6px }
  output { color: #1f2933; font-size: 17px }
  .wide { grid-column: 1 / 3 }
  ${answerSelector} { min-height: 24px; padding: 12px 16px; border-radius: 6px; font-weight: bold }
  ${answerSelector}:not(:empty) { background: #e3f9e5; color: #0f5614; border: 1px solid #3f9142 }
</style>
<header>Trattoria da Lina</header>
<form>
  <label>Name<input type="text" id="name" autocomplete="off"></label>
  <label>Telephone<input type="text" id="telephone" autocomplete="off"></label>
  <label class="wide">Guests: <output id="count">2</output>
    <input type="range" id="guests" min="${guestRange.min}" max="${guestRange.max}" value="2"></label>
  <label class="wide">Wishes<input type="text" id="wishes" autocomplete="off"></label>
  <button id="book">Book</button>
  <div id="answer" class="wide"></div>
</form>
<script>
  document.title = ${JSON.stringify(title)};
  const value = (id) => document.getElementById(id).value;
  document.getElementById("guests").addEventListener("input", () => { count.value = value("guests") });
  document.forms[0].addEventListener("submit", (event) => {
    event.preventDefault();
    document.getElementById("answer").textContent =
      "Booked for " + value("name") + " (" + value("telephone") + "): " + value("guests") + " guests, " + value("wishes") + ".";
  });
</script>`;
