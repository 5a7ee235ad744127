/** Limits of a flow. Only the 1 to 4 suggestions are part of the contract, and the lint checks those. */
export const flowBounds = {
  slots: 100,
  steps: 200,
  options: 50,
  cases: 50,
  suggestions: 100,
  /** Step ids, slot names. */
  id: 64,
  /** Names, labels, targets, paths, outcomes. */
  name: 200,
  description: 2000,
  prompt: 1000,
  text: 4000,
  validate: 500,
  condition: 1000,
}
