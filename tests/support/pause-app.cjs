/* Preloaded by `app.ts`: the program is ready only once a test says so. */
const { app } = require('electron');

const ready = app.whenReady();
const begun = new Promise((resolve) => {
  globalThis.beginApp = resolve;
});
app.whenReady = () => begun.then(() => ready);
