import { Paper, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** A titled section of the account page. */
export function AccountCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h5" mb="xs">
        {title}
      </Title>
      {children}
    </Paper>
  )
}
