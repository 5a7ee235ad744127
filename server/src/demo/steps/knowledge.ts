import { contentText } from '../content.ts'
import type { Listed, Step } from '../step.ts'

const name = 'After your treatment'

/** A page that questions are answered from beyond the Facts. */
export const knowledge: Step = {
  name: 'knowledge',
  async run({ agent }) {
    const { data } = await agent.get<Listed<{ name: string }>>('/knowledge/sources')
    if (data.some((source) => source.name === name)) return
    const text = await contentText('aftercare.md')
    await agent.post('/knowledge/sources', { kind: 'text', name, text, contentType: 'text/markdown' })
  },
}
