/** Cache capacity: a busy process serves this many small agents, or fewer large ones, without reloading definitions. */
export const maxCachedDefinitions = 500
