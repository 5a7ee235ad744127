import type { Chip } from '../model/chip.ts'
import { phoneNumber, webAddress } from '../model/values.ts'
import { escapeChipField, indexOfUnescaped, splitUnescaped, unescapeField } from './fields.ts'
import type { MarkerReader } from './marker-reader.ts'
import { isNonBlank, truncateForNote } from './rows.ts'
import type { TextPosition } from './scan.ts'

const host = /^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?::\d+)?(?:[/?#]\S*)?$/u
const maxTargetLength = 2000
const maxValueLength = 2000

/** Parses chips written in a marker or in a card's row: `A | B = value | Site -> https://...`. */
export function readChips(fields: readonly string[], reader: MarkerReader, at: TextPosition): Chip[] {
  const chips: Chip[] = []
  for (const field of fields) {
    if (field === '') reader.warning('aml.chip.empty', 'There is no text between two bars: this chip was dropped', at)
    else chips.push(readChip(field, reader, at))
  }
  return chips
}

export function readChipRow(value: string, reader: MarkerReader, at: TextPosition): Chip[] {
  return value === '' ? [] : readChips(splitUnescaped(value, '|'), reader, at)
}

function readChip(field: string, reader: MarkerReader, at: TextPosition): Chip {
  const arrow = indexOfUnescaped(field, '->')
  const sign = arrow >= 0 ? arrow : indexOfUnescaped(field, '=')
  const label = unescapeField((sign < 0 ? field : field.slice(0, sign)).trim())
  const rest = sign < 0 ? '' : unescapeField(field.slice(sign + (arrow >= 0 ? 2 : 1)).trim())
  if (!isNonBlank(label)) reader.problem('aml.chip.label', 'This chip has no label: write it as Label -> address', at)
  if (arrow >= 0) return { label, ...readTarget(rest, reader, at) }
  if (rest.length > maxValueLength) {
    reader.problem('aml.chip.value', `A chip's value has at most ${maxValueLength} characters`, at)
  }
  return { label, ...(rest !== '' && { value: rest }) }
}

function readTarget(target: string, reader: MarkerReader, at: TextPosition): Omit<Chip, 'label'> {
  const phone = /^tel:\s*/i.exec(target)
  if (phone) return readPhone(target.slice(phone[0].length), reader, at)
  const bare = target.length <= maxTargetLength && host.test(target)
  const address = webAddress.safeParse(bare ? `https://${target}` : target)
  if (address.success) {
    if (bare)
      reader.warning(
        'aml.chip.scheme',
        `“${truncateForNote(target)}” does not start with https://, so it was added`,
        at,
      )
    return { kind: 'url', url: address.data }
  }
  const message = `A chip cannot link to “${truncateForNote(target)}”: write -> https://... or -> tel:+...`
  reader.problem('aml.chip.target', message, at)
  return {}
}

function readPhone(text: string, reader: MarkerReader, at: TextPosition): Omit<Chip, 'label'> {
  const phone = text.trim()
  if (!phoneNumber.safeParse(phone).success) {
    reader.problem(
      'aml.chip.target',
      `“${truncateForNote(phone)}” is not a telephone number: write -> tel:+12025550143`,
      at,
    )
  }
  return { kind: 'dial', phone }
}

export function printChips(chips: readonly Chip[]): string {
  return chips.flatMap(printChip).join(' | ')
}

/** Returns an empty list for chip kinds that AML has no syntax for. */
function printChip(chip: Chip): string[] {
  const label = escapeChipField(chip.label)
  switch (chip.kind ?? 'reply') {
    case 'reply':
      return [chip.value === undefined ? label : `${label} = ${escapeChipField(chip.value)}`]
    case 'url':
      return [`${label} -> ${escapeChipField(chip.url ?? '')}`]
    case 'dial':
      return [`${label} -> tel:${escapeChipField(chip.phone ?? '')}`]
    default:
      return []
  }
}
