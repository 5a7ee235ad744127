import { Tooltip } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { IconLock } from '@tabler/icons-react'
import { strings } from '#i18n/people.ts'

/** For the field of a form: a lock, and what it means, where the agent has declared it locked. */
export function lockedFieldProps(fields: readonly Schema<'PeopleField'>[], key: string) {
  if (!fields.some((field) => field.key === key && field.locked)) return {}
  return { description: strings.profile.locked, leftSection: <LockIcon /> }
}

function LockIcon() {
  return (
    <Tooltip label={strings.profile.locked}>
      <IconLock size={16} aria-hidden />
    </Tooltip>
  )
}
