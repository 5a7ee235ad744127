import { Tooltip } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { IconLock } from '@tabler/icons-react'
import { words } from '#words/people.ts'

/** For the field of a form: a lock, and what it means, where the agent has declared it locked. */
export function lockedHint(fields: readonly Schema<'PeopleField'>[], key: string) {
  if (!fields.some((field) => field.key === key && field.locked)) return {}
  return { description: words.profile.locked, leftSection: <Lock /> }
}

function Lock() {
  return (
    <Tooltip label={words.profile.locked}>
      <IconLock size={16} aria-hidden />
    </Tooltip>
  )
}
