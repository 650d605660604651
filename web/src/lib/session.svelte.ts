// Who one is, for all pages.
import * as api from "./api";
import type { Me } from "./types";

class Session {
  me = $state.raw<Me | undefined>(undefined);
  /** Whether the floor has said who one is, or that one is nobody. */
  known = $state(false);

  async refresh(): Promise<void> {
    try {
      this.me = await api.me();
      this.known = true;
    } catch (error) {
      // Nobody is logged out because the network is bad.
      this.known = true;
      throw error;
    }
  }

  async leave(): Promise<void> {
    await api.logOut();
    this.me = undefined;
  }
}

export const session = new Session();
