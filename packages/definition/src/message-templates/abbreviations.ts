import { slotPlaceholder } from './slots.ts'

/** Full stops that end no sentence, by what stands before them. */

const titles = new Set(
  'Dr Mr Mrs Ms Mx Prof St Sr Sra Srta Mme Mlle Mgr Rev Hon Capt Lt Sgt Gen Col Gov Sen Hr Hrn Fr Dott Ing Mt Ft'.split(
    ' ',
  ),
)

const beforeMore = new Set(
  'e.g i.e eg ie cf vs approx incl excl esp tel ca z.b d.h u.a i.d.r bzw ggf evtl inkl exkl zzgl p.ej p.ex'.split(' '),
)

const beforeNumbers = new Set(
  'no nos nr fig vol pp art sec ch ext apt jan feb mar apr jun jul aug sep sept oct nov dec'.split(' '),
)

const number = new RegExp(`^[#\\d${slotPlaceholder}]`)
const germanMonth = /^(?:Jan|Jän|Feb|März|Apr|Mai|Jun|Jul|Aug|Sept|Okt|Nov|Dez)/

/** Whether the full stop behind this word belongs to it, given what follows after the space. */
export function isAbbreviation(word: string, following: string): boolean {
  const bare = word.replace(/^[^\p{L}\p{N}]+/u, '')
  const folded = bare.toLowerCase()
  if (titles.has(bare) || beforeMore.has(folded)) return true
  if (beforeNumbers.has(folded)) return number.test(following)
  if (/^\d{1,2}$/.test(bare)) return germanMonth.test(following)
  return /^\p{L}$/u.test(bare) && bare !== 'I'
}
