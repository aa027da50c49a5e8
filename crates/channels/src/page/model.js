// What the views share.

export const model = {
  /** The address of whoever is signed in. */
  agent: "",
};
