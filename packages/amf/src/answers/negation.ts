import type { PhraseSpan } from './contained.ts'
import { normalizeText } from './normalize-text.ts'

/** Words by which a label can be named without being chosen, in the languages that YES and NO are known in. */
const words = [
  'not no never neither nor none nothing nope nah cannot without except excluding',
  "don't doesn't didn't isn't aren't wasn't weren't ain't won't wouldn't can't couldn't shouldn't haven't hasn't",
  'nicht nichts nein kein keine keinen keinem keiner keines nie niemals weder ohne außer',
  'non ne pas jamais aucun aucune sans sauf ni',
  'nunca jamás sin excepto ninguno ninguna ningún tampoco',
  'senza tranne nessuno nessuna',
  'não nem sem exceto nenhum nenhuma',
  'niet niets nee geen nooit zonder behalve',
  'inte ikke ej nej nei ingen inget inga intet aldrig aldri utan uden uten utom undtagen',
  'nie bez oprócz nem hayır değil',
  'не нет ни без кроме',
]
const negations = new Set(words.flatMap((line) => line.split(' ')).map(normalizeText))

const beside = ['instead of', 'rather than', 'other than', 'anything but', 'everything but', 'all but']

/** Whether the words say no, other than by the phrases themselves where they stand (last first). */
export function isNegatedAround(text: readonly string[], spans: readonly PhraseSpan[]): boolean {
  const rest = [...text]
  let done = text.length
  for (const { from, to } of spans) {
    rest.fill('', from, Math.min(to, done))
    done = from
  }
  if (rest.some((word) => negations.has(word))) return true
  const joined = ` ${rest.join(' ')} `
  return beside.some((phrase) => joined.includes(` ${phrase} `))
}
