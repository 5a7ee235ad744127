export { inTransaction } from '../../../platform/db/transaction.ts'
