import type { Model, ModelAnswer, ModelInput } from '../model.ts'

/** A model with scripted answers; `inputs` records its requests. It throws errors in the script. */
export function createModelFromScript(
  createAnswer: (input: ModelInput, n: number) => Partial<ModelAnswer> | Error,
): Model & { inputs: ModelInput[] } {
  const inputs: ModelInput[] = []
  return {
    name: { provider: 'scripted', model: 'scripted' },
    inputs,
    answer: async (input) => {
      input.signal.throwIfAborted()
      inputs.push(input)
      const answer = createAnswer(input, inputs.length - 1)
      if (answer instanceof Error) throw answer
      return {
        text: '',
        calls: [],
        usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0 },
        tries: 1,
        ...answer,
      }
    },
  }
}
