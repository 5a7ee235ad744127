import type { FlowSlot, SlotType } from '@parley/definition'
import type { FlowChoice } from './engine.ts'

/** Several strings, because one of them may match a slot's pattern. */
const strings = [
  'a few words', 'words', '12345', '1234', '123456', '1', '12', '123', '1234567', '12345678', '123456789', '1234567890',
  'AB123', 'AB12', 'ABC123', 'ABC-123', 'A1', 'A1B2C3', 'AB1 2CD', '12345-6789', 'AB', 'ABC', 'ABCD', 'x', 'Yes',
  'https://example.com', 'person@example.com', '2030-01-31', '10:00', '12.50', '#123', '@someone',
] // biome-ignore format: one list

export const answersByType: Record<SlotType, (now: string) => string[]> = {
  string: () => strings,
  email: () => ['person@example.com', 'someone@example.com', 'person@mail.example.org'],
  phone: () => ['+14155550100', '+442079460018', '+4930901820'],
  number: () => ['2', '1', '10', '100', '0', '18', '50', '1000', '1.5', '-1'],
  date: (now) => [daysFrom(now, 1), daysFrom(now, 7), daysFrom(now, -7), daysFrom(now, -9000)],
  timeslot: (now) => [1, 2, -1].map((days) => `${daysFrom(now, days)} 10:00`),
  enum: () => strings,
  boolean: () => ['yes', 'no'],
  location: () => [],
}

const dayMs = 86_400_000

function daysFrom(now: string, days: number): string {
  const at = Date.parse(now)
  return new Date((Number.isNaN(at) ? 0 : at) + days * dayMs).toISOString().slice(0, 10)
}

/** Returns plausible choices from a source. */
export function createSyntheticChoices({ type }: FlowSlot, source: string, now: string): FlowChoice[] {
  const isOfTimes = type === 'timeslot' || source === 'scheduling.offerTimes'
  if (!isOfTimes) return ['first', 'second'].map((id) => ({ id, label: `The ${id} choice` }))
  return [1, 2].map((days) => {
    const day = daysFrom(now, days)
    return { id: `${day}T10:00:00.000Z`, label: `${day} 10:00` }
  })
}
