import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

export function BindingSection({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <Stack component="section" gap="sm" aria-label={title}>
      <div>
        <Title order={2} size="h4">
          {title}
        </Title>
        {text && (
          <Text size="sm" className="quiet">
            {text}
          </Text>
        )}
      </div>
      {children}
    </Stack>
  )
}
