import { Center, Stack, Text, Title } from '@mantine/core'
import type { ComponentType, ReactNode } from 'react'

type Props = {
  icon: ComponentType<{ size?: number; stroke?: number }>
  title: string
  /** What the list is for, in a sentence or two. */
  text: ReactNode
  /** The first step to take; absent if the user lacks permission. */
  action?: ReactNode
}

/** An empty list: says what it is for and how to start. */
export function EmptyState({ icon: Icon, title, text, action }: Props) {
  return (
    <Center py={48} px="md">
      <Stack align="center" gap="sm" maw={460} ta="center">
        <span aria-hidden="true">
          <Icon size={44} stroke={1.2} />
        </span>
        <Title order={2} size="h4">
          {title}
        </Title>
        <Text className="quiet">{text}</Text>
        {action}
      </Stack>
    </Center>
  )
}
