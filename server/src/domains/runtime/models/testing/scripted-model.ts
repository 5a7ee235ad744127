import type { Model, ModelAnswer, ModelInput } from '../model.ts'

/** A model with scripted answers; `asks` records its requests. It throws errors in the script. */
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
