import { Anchor, Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

/** Links with the looks of Mantine and the typed addresses of the router. */
export const ButtonLink = createLink(AnchorButton)
export const AnchorLink = createLink(Anchor<'a'>)

/** A button of Mantine is no link by itself. */
function AnchorButton(props: ButtonProps & Omit<ComponentProps<'a'>, keyof ButtonProps>) {
  return <Button component="a" {...props} />
}
