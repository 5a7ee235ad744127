export { editDistance, findNearestName } from './edit-distance.ts'
export { describeUnknownField, fieldErrorOptions, getKnownFields, toFieldErrors } from './field-errors.ts'
export {
  boundedText,
  countCharacters,
  emailAddress,
  findFreeSlug,
  httpUrl,
  instant,
  nameText,
  removedField,
  slug,
  timeZone,
  toSlug,
  uniqueBy,
  withReadOnlyFields,
} from './fields.ts'
export * from './finding.ts'
export { groupBy } from './group-by.ts'
export {
  everyIncrementally,
  filterIncrementally,
  forEachIncrementally,
  type IncrementalTask,
  mapIncrementally,
  runToCompletion,
} from './incremental.ts'
export { LruCache } from './lru-cache.ts'
