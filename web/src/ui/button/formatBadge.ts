/** The number in the corner of a button, as it is drawn; an accessible name uses the same. */
export const formatBadge = (badge: number): string => (badge > 9 ? '9+' : String(badge));
