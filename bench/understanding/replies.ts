import { matchAnswer, type OpenIntent, render } from '@parley/amf'
import { type ReplyCase, readReplyCases } from './corpus.ts'
import { type Accuracy, toAccuracy } from './measures.ts'

const yes = new Set(['Yes', 'Sí', 'Ja', 'Oui'])

/** The question as a message of a real channel, which decides the ids, numbers and words that count. */
function openIntents({ language: locale, options, multiple }: ReplyCase): OpenIntent[] {
  const [first = '', second = ''] = options
  const asked = { intentId: 'asked', prompt: 'Which one?' }
  const part = yes.has(first)
    ? ({ type: 'confirm', ...asked, confirmLabel: first, denyLabel: second } as const)
    : ({
        type: 'ask.choice',
        ...asked,
        multiple,
        options: options.map((label, at) => ({ id: `option-${at}`, label })),
      } as const)
  return render({ spec: 'amf/1', parts: [part] }, { channel: 'rcs', messageId: 'm1', locale }).intents
}

export type ReplyResult = Accuracy & { replies: number; wrong: string[] }

/** Precision: of the replies that were taken as an answer, those that choose exactly what the person meant. */
export function measureReplies(): ReplyResult {
  const counts = { right: 0, found: 0, wanted: 0 }
  const wrong: string[] = []
  const cases = readReplyCases()
  for (const one of cases) {
    const labels = matchAnswer(one.reply, openIntents(one))?.options.map(({ label }) => label) ?? []
    const isRight = labels.join('|') === one.chosen.join('|')
    if (one.chosen.length > 0) counts.wanted++
    if (labels.length > 0) counts.found++
    if (labels.length > 0 && isRight) counts.right++
    if (!isRight)
      wrong.push(`${one.reply}: ${labels.join(' + ') || 'none'} instead of ${one.chosen.join(' + ') || 'none'}`)
  }
  return { ...toAccuracy(counts), replies: cases.length, wrong }
}
