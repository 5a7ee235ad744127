import type { Model, ModelAnswer, ModelInput } from '../model.ts'

/** A model that says what a test makes it say; `asks` is what it was asked. An error is thrown. */
export function createModelFromScript(
  answers: (ask: ModelInput, n: number) => Partial<ModelAnswer> | Error,
): Model & { asks: ModelInput[] } {
  const asks: ModelInput[] = []
  return {
    name: { provider: 'scripted', model: 'scripted' },
    asks,
    answer: async (ask) => {
      ask.signal.throwIfAborted()
      asks.push(ask)
      const answer = answers(ask, asks.length - 1)
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
