export { afterCommit, inTransaction } from '../../../platform/db/transaction.ts'
