/** File parsers, for the fuzzer. */
export { readCsvRecords } from '../../platform/csv/csv.ts'
