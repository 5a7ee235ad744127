/** A startup that cannot succeed in the current environment. The message tells the operator what to do. */
export class StartupError extends Error {}
