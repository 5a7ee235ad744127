import { ActionIcon, type ActionIconProps, Anchor, Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

/** Links that look like Mantine components and have the router's typed routes. */
export const ButtonLink = createLink(AnchorButton)
export const AnchorLink = createLink(Anchor<'a'>)
export const IconLink = createLink(AnchorIcon)

/** Mantine's Button renders no anchor by default. */
function AnchorButton(props: ButtonProps & Omit<ComponentProps<'a'>, keyof ButtonProps>) {
  return <Button component="a" {...props} />
}

function AnchorIcon(props: ActionIconProps & Omit<ComponentProps<'a'>, keyof ActionIconProps>) {
  return <ActionIcon component="a" {...props} />
}
