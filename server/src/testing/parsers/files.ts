/** Readers of files, for whoever attacks them. */
export { readCsvRecords } from '../../domains/people/imports/csv.ts'
