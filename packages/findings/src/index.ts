export { fieldErrors } from './field-errors.ts'
export {
  countCharacters,
  emailAddress,
  httpUrl,
  instant,
  nameText,
  removedField,
  slug,
  boundedText,
  timeZone,
  uniqueBy,
  writable,
} from './fields.ts'
export * from './finding.ts'
export { findFreeSlug, toSlug } from './slug.ts'
export { forEachIncrementally, everyIncrementally, filterIncrementally, mapIncrementally, runToCompletion, type IncrementalTask } from './incremental.ts'
