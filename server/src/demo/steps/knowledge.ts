import { readContentText } from '../content.ts'
import type { DemoStep, ListReply } from '../demo-context.ts'

const name = 'After your treatment'

/** Adds a knowledge page, for questions that the Facts do not cover. */
export const knowledgeStep: DemoStep = {
  name: 'knowledge',
  async run({ agent }) {
    const { data } = await agent.get<ListReply<{ name: string }>>('/knowledge/sources')
    if (data.some((source) => source.name === name)) return
    const text = await readContentText('aftercare.md')
    await agent.post('/knowledge/sources', { kind: 'text', name, text, contentType: 'text/markdown' })
  },
}
