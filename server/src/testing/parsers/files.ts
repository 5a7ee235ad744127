/** File parsers, for the fuzzer. */
export { readCsvRecords } from '../../domains/people/imports/csv.ts'
