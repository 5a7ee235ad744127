import type { Embedder } from '../embedder.ts'

/** An embedder that maps a text to the topic whose words it contains; records its calls. */
export function createTopicEmbedder(
  topics: readonly (readonly string[])[],
): Embedder & { embeddedTexts: string[]; isDown: boolean } {
  const embedText = (text: string) => {
    const topic = topics.findIndex((words) => words.some((word) => text.toLowerCase().includes(word)))
    return topic === -1 ? new Float32Array() : new Float32Array(512).fill(1, topic, topic + 1)
  }
  const embedder = {
    embeddedTexts: [] as string[],
    isDown: false,
    async embed(texts: readonly string[]) {
      embedder.embeddedTexts.push(...texts)
      return embedder.isDown ? undefined : texts.map(embedText)
    },
    close: async () => {},
  }
  return embedder
}
