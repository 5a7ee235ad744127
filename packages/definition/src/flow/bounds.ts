/** What a flow may hold. Documents 1 and 4 give no figures but the 1 to 4 suggestions, which are the lint's. */
export const flowBounds = {
  slots: 100,
  steps: 200,
  options: 50,
  cases: 50,
  suggestions: 100,
  /** Ids of steps, names of slots. */
  id: 64,
  /** Names, labels, targets, paths, outcomes. */
  name: 200,
  description: 2000,
  prompt: 1000,
  text: 4000,
  validate: 500,
  condition: 1000,
}
