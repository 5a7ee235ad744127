import { Alert, Button, Center, Skeleton, Stack, Text, Title } from '@mantine/core'
import { Forbidden, NotFound, ParleyError, ParleyUnreachable } from '@parley/sdk'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import { strings } from '#i18n/app.ts'
import { LateHint } from './LateHint.tsx'
import classes from './PageStates.module.css'

const { error: trouble } = strings

/** Shows what failed, what to do about it, and the request id for support. */
export function ErrorAlert({ error, retry }: { error: unknown; retry?: () => unknown }) {
  const { title, text, request } = describeError(error)
  return (
    <Alert color="red" role="alert" title={title} icon={<IconAlertTriangle aria-hidden />} m="md">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{text}</Text>
        {request && (
          <Text size="xs" ff="monospace">
            {trouble.request(request)}
          </Text>
        )}
        {retry && (
          <Button size="xs" variant="default" onClick={() => retry()}>
            {trouble.retry}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}

export function describeError(error: unknown): { title: string; text: string; request?: string } {
  const text = error instanceof Error ? error.message : String(error)
  if (error instanceof Forbidden)
    return { title: trouble.forbidden, text: trouble.forbiddenText, request: error.requestId }
  if (error instanceof NotFound) return { title: trouble.notFound, text, request: error.requestId }
  if (error instanceof ParleyUnreachable) return { title: trouble.unreachable, text }
  if (error instanceof ParleyError) return { title: trouble.title, text, request: error.requestId }
  return { title: trouble.title, text }
}

type Props = {
  icon: ComponentType<{ size?: number; stroke?: number }>
  title: string
  /** The purpose of the list, in a sentence or two. */
  text: ReactNode
  /** The first step to take; absent if the user lacks permission. */
  action?: ReactNode
}

/** An empty list: says what it is for and how to start. */
export function EmptyState({ icon: Icon, title, text, action }: Props) {
  return (
    <Center py="xl" px="md" mih="16rem">
      <Stack align="center" gap="xs" maw={460} ta="center">
        <span aria-hidden="true" className={classes.icon}>
          <Icon size={22} stroke={1.6} />
        </span>
        <Title order={2} size="h4">
          {title}
        </Title>
        <Text className="quiet">{text}</Text>
        {action && <div className={classes.action}>{action}</div>}
      </Stack>
    </Center>
  )
}

export function Loading() {
  return (
    <Stack p="md" role="status" aria-label={strings.loading}>
      <Skeleton h={28} w="40%" />
      <Skeleton h={16} />
      <Skeleton h={16} w="85%" />
      <Skeleton h={160} />
      <LateHint />
    </Stack>
  )
}
