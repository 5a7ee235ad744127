import type { FlowChoice, FlowFrame, FlowState, OpenQuestion, PendingRequest, SlotValue } from './engine.ts'

type TypeGuard<T> = (value: unknown) => value is T

/** Validates a state from storage: an invalid one counts as absent. */
export const isFlowState: TypeGuard<FlowState> = (value): value is FlowState =>
  isRecord(value) &&
  isList(value.frames, isFrame) &&
  value.frames.length > 0 &&
  isCountOrAbsent(value.spent) &&
  orAbsent(value.locationId, isText) &&
  orAbsent(value.learnt, (learnt) => isRecord(learnt) && Object.values(learnt).every(isSlotValue))

const isFrame: TypeGuard<FlowFrame> = (value): value is FlowFrame =>
  isRecord(value) &&
  isText(value.playbookId) &&
  isCount(value.step) &&
  isRecord(value.slots) &&
  Object.values(value.slots).every(isSlotValue) &&
  orAbsent(value.labels, (labels) => isRecord(labels) && Object.values(labels).every(isText)) &&
  orAbsent(value.results, isRecord) &&
  orAbsent(value.skipped, (skipped) => isList(skipped, isText)) &&
  orAbsent(value.lastOk, (ok) => typeof ok === 'boolean') &&
  orAbsent(value.awaits, isAwaited) &&
  isCountOrAbsent(value.asked) &&
  isCountOrAbsent(value.retried)

const isAwaited: TypeGuard<PendingRequest> = (value): value is PendingRequest => {
  if (!isRecord(value)) return false
  if (value.kind === 'action') return true
  if (value.kind === 'choices') return isText(value.slot)
  return value.kind === 'reading' ? isText(value.text) && isOpen(value.open) : isOpen(value)
}

const isOpen: TypeGuard<OpenQuestion> = (value): value is OpenQuestion => {
  if (!isRecord(value)) return false
  if (value.kind === 'confirmAction') return true
  if (!isText(value.slot)) return false
  if (value.kind === 'confirmSlot') return isSlotValue(value.value) && isText(value.label)
  const areChoices = (choices: unknown) => isList(choices, isChoice)
  return value.kind === 'slot' && orAbsent(value.offered, areChoices) && orAbsent(value.others, areChoices)
}

const isChoice: TypeGuard<FlowChoice> = (value): value is FlowChoice =>
  isRecord(value) && isText(value.id) && isText(value.label) && orAbsent(value.description, isText)

export const isSlotValue: TypeGuard<SlotValue> = (value): value is SlotValue =>
  isText(value) || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))

const isText: TypeGuard<string> = (value): value is string => typeof value === 'string'
const isCount: TypeGuard<number> = (value): value is number => Number.isSafeInteger(value) && (value as number) >= 0

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isList<T>(value: unknown, isEntry: TypeGuard<T>): value is T[] {
  return Array.isArray(value) && value.every(isEntry)
}

function isCountOrAbsent(value: unknown): boolean {
  return orAbsent(value, isCount)
}

function orAbsent(value: unknown, isGood: (value: unknown) => boolean): boolean {
  return value === undefined || isGood(value)
}
