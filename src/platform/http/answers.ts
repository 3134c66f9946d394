/** The shape of the Admin API's answers. */
export interface AdminAnswer<T> {
  success: true;
  data: T;
}

export function adminAnswer<T>(data: T): AdminAnswer<T> {
  return { success: true, data };
}
