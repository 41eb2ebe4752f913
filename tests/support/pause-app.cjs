/* Preloaded by `app.ts`. Delays `whenReady` until a test calls `beginApp`. */
const { app } = require('electron');

const ready = app.whenReady();
const begun = new Promise((resolve) => {
  globalThis.beginApp = resolve;
});
app.whenReady = () => begun.then(() => ready);
