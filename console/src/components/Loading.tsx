import { Skeleton, Stack } from '@mantine/core'
import { strings } from '#i18n/app.ts'

export function Loading() {
  return (
    <Stack p="md" role="status" aria-label={strings.loading}>
      <Skeleton h={28} w="40%" />
      <Skeleton h={16} />
      <Skeleton h={16} w="85%" />
      <Skeleton h={160} />
    </Stack>
  )
}
