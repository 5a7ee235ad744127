export { fieldErrors } from './field-errors.ts'
export {
  boundedText,
  countCharacters,
  emailAddress,
  httpUrl,
  instant,
  nameText,
  removedField,
  slug,
  timeZone,
  uniqueBy,
  writable,
} from './fields.ts'
export * from './finding.ts'
export {
  everyIncrementally,
  filterIncrementally,
  forEachIncrementally,
  type IncrementalTask,
  mapIncrementally,
  runToCompletion,
} from './incremental.ts'
export { findFreeSlug, toSlug } from './fields.ts'
