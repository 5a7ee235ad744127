/** Readers of files, for whoever attacks them. */
export { readCsv } from '../../domains/people/imports/csv.ts'
