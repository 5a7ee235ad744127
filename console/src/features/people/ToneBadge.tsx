import { Badge, type BadgeProps } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = BadgeProps & { tone: string; children: ReactNode; tabIndex?: number; title?: string }

/** A light badge whose small text has a contrast of 4.5 to 1 in both color schemes. */
export function ToneBadge({ tone, children, ...rest }: Props) {
  const text = `light-dark(color-mix(in srgb, var(--mantine-color-${tone}-9) 65%, black), var(--mantine-color-${tone}-2))`
  return (
    <Badge variant="light" color={tone} c={text} tt="none" autoContrast={false} {...rest}>
      {children}
    </Badge>
  )
}
