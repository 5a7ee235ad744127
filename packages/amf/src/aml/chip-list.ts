import type { Chip } from '../model/chip.ts'
import { phoneNumber, webAddress } from '../model/values.ts'
import { indexOfSign, literal, splitAt, writtenChipField } from './fields.ts'
import type { Reading } from './reading.ts'
import { isWords, shown } from './rows.ts'
import type { Position } from './scan.ts'

const host = /^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?::\d+)?(?:[/?#]\S*)?$/u
const longestTarget = 2000
const longestValue = 2000

/** Chips as they stand in a marker or in the row of a card: `A | B = value | Site -> https://...`. */
export function readChips(fields: readonly string[], reading: Reading, at: Position): Chip[] {
  const chips: Chip[] = []
  for (const field of fields) {
    if (field === '') reading.warning('aml.chip.empty', 'There is nothing between two bars: this chip is left out', at)
    else chips.push(readChip(field, reading, at))
  }
  return chips
}

export function readChipRow(value: string, reading: Reading, at: Position): Chip[] {
  return value === '' ? [] : readChips(splitAt(value, '|'), reading, at)
}

function readChip(field: string, reading: Reading, at: Position): Chip {
  const arrow = indexOfSign(field, '->')
  const sign = arrow >= 0 ? arrow : indexOfSign(field, '=')
  const label = literal((sign < 0 ? field : field.slice(0, sign)).trim())
  const rest = sign < 0 ? '' : literal(field.slice(sign + (arrow >= 0 ? 2 : 1)).trim())
  if (!isWords(label)) reading.problem('aml.chip.label', 'This chip has no label: write it as Label -> address', at)
  if (arrow >= 0) return { label, ...readTarget(rest, reading, at) }
  if (rest.length > longestValue) {
    reading.problem('aml.chip.value', `The value of a chip has at most ${longestValue} characters`, at)
  }
  return { label, ...(rest !== '' && { value: rest }) }
}

function readTarget(target: string, reading: Reading, at: Position): Omit<Chip, 'label'> {
  const phone = /^tel:\s*/i.exec(target)
  if (phone) return readPhone(target.slice(phone[0].length), reading, at)
  const bare = target.length <= longestTarget && host.test(target)
  const address = webAddress.safeParse(bare ? `https://${target}` : target)
  if (address.success) {
    if (bare) reading.warning('aml.chip.scheme', `“${shown(target)}” has no https:// in front; it was added`, at)
    return { kind: 'url', url: address.data }
  }
  const message = `A chip cannot lead to “${shown(target)}”: write -> https://... or -> tel:+...`
  reading.problem('aml.chip.target', message, at)
  return {}
}

function readPhone(text: string, reading: Reading, at: Position): Omit<Chip, 'label'> {
  const phone = text.trim()
  if (!phoneNumber.safeParse(phone).success) {
    reading.problem('aml.chip.target', `“${shown(phone)}” is no telephone number: write -> tel:+12025550143`, at)
  }
  return { kind: 'dial', phone }
}

export function printChips(chips: readonly Chip[]): string {
  return chips.flatMap(printChip).join(' | ')
}

/** The kinds that AML has no words for are left out. */
function printChip(chip: Chip): string[] {
  const label = writtenChipField(chip.label)
  switch (chip.kind ?? 'reply') {
    case 'reply':
      return [chip.value === undefined ? label : `${label} = ${writtenChipField(chip.value)}`]
    case 'url':
      return [`${label} -> ${writtenChipField(chip.url ?? '')}`]
    case 'dial':
      return [`${label} -> tel:${writtenChipField(chip.phone ?? '')}`]
    default:
      return []
  }
}
